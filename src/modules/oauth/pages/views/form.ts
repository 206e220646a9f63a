import { html, NOTHING, type Html, type Part } from './html.js';
import type { Problem } from './layout.js';

/** Where the forms of one interaction go, and the token that shows that it was our page that sent them. */
export interface FormContext {
  /** What the path of the service begins with, where it is not at the root of its host. */
  root: string;
  /** Path of the interaction, without a slash at its end. */
  base: string;
  csrf: string;
}

/** A form that posts to a step of the interaction. */
export function form({ base, csrf }: FormContext, step: string, content: Part, attributes: Html = NOTHING): Html {
  return html`<form method="post" action="${base}/${step}" ${attributes}>
    <input type="hidden" name="csrf" value="${csrf}" />
    ${content}
  </form>`;
}

export const submit = (label: Part): Html => html`<button class="primary" type="submit">${label}</button>`;

interface Field {
  /** Name in the form, and id. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  hint?: Part;
  /** What browsers and password managers may fill in (HTML, autofill detail tokens). */
  autocomplete: string;
  inputmode?: 'numeric' | 'text' | 'email';
  maxlength: number;
  className?: string;
  /** Whether it has the focus unless something is wrong; not where there is something to read before. True unless given. */
  isFirst?: boolean;
}

/** A labelled input, joined to its hint and to what is wrong with it. */
export function field(spec: Field, problem: Problem | null): Html {
  const {
    name,
    label,
    type = 'text',
    value,
    hint,
    autocomplete,
    inputmode,
    maxlength,
    className,
    isFirst = true,
  } = spec;
  const wrong = problem?.field === name ? problem.message : null;
  const described = [hint ? `${name}-hint` : '', wrong === null ? '' : `${name}-error`]
    .filter((id) => id !== '')
    .join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${wrong !== null && html`<p class="wrong" id="${name}-error">${wrong}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      ${className && html`class="${className}"`}
      ${value !== undefined && html`value="${value}"`}
      autocomplete="${autocomplete}"
      maxlength="${maxlength}"
      required
      ${inputmode && html`inputmode="${inputmode}"`}
      autocapitalize="none"
      autocorrect="off"
      spellcheck="false"
      ${described !== '' && html`aria-describedby="${described}"`}
      ${wrong !== null && html`aria-invalid="true"`}
      ${isFirst && problem === null && html`autofocus`}
    />
  </div>`;
}

/** The way back to the client without having signed in or consented. */
export function cancel(context: FormContext, clientName: string): Html {
  const button = html`<button class="quiet" type="submit">Cancel and return to ${clientName}</button>`;
  return form(context, 'cancel', button, html`class="last"`);
}
