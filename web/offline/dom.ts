type Child = Node | string | null | false;
type Properties = Partial<Record<'className' | 'href' | 'id' | 'role' | 'src' | 'title' | 'type' | 'value', string>>;

/** An element. Strings become text, never markup: they come from documents. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key === 'className' ? 'class' : key, value);
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}

export function button(text: string, action: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', action);
  return made;
}
