import { html, NOTHING, type Html, type Part } from './html.js';
import type { Problem } from './layout.js';

/** Target of an interaction's forms and the CSRF token. */
export interface FormContext {
  /** Path prefix of the service. */
  root: string;
  /** Path of the interaction, without a trailing slash. */
  base: string;
  csrf: string;
}

export function form({ base, csrf }: FormContext, step: string, content: Part, attributes: Html = NOTHING): Html {
  return html`<form method="post" action="${base}/${step}" ${attributes}>
    <input type="hidden" name="csrf" value="${csrf}" />
    ${content}
  </form>`;
}

export const submit = (label: Part): Html => html`<button class="primary" type="submit">${label}</button>`;

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  hint?: Part;
  /** HTML autofill detail tokens. */
  autocomplete: string;
  inputmode?: 'numeric' | 'text' | 'email';
  maxlength: number;
  className?: string;
  /** Whether it has the focus if there is no error. Defaults to true; false where text comes first. */
  isFirst?: boolean;
}

/** A labeled input with its hint and error message. */
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

/** Returns to the client without signing in or consenting. */
export function cancel(context: FormContext, clientName: string): Html {
  const button = html`<button class="quiet" type="submit">Cancel and return to ${clientName}</button>`;
  return form(context, 'cancel', button, html`class="last"`);
}
