// Creates elements; a replacement for a framework. Text is never parsed as HTML, hidden characters are spelled out.
// Used by everything in this folder.

import { printable } from '../base/printable.js';

type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | number | boolean | null | ((event: never) => void)>>;

/** Attributes that are functions are event listeners; false and null ones are omitted. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  const there = children.filter((child): child is Node | string => child !== null && child !== false);
  element.append(...there.map((child) => (typeof child === 'string' ? printable(child) : child)));
  return element;
}

/** A message: what stands in backticks is code. */
export function withCode(message: string): (string | HTMLElement)[] {
  return message
    .split(/`([^`]*)`/)
    .map((part, i) => (i % 2 === 1 ? el('code', {}, part) : part))
    .filter((part) => part !== '');
}

/** Replaces the text of an element. */
export function say(element: HTMLElement, text: string): void {
  element.textContent = printable(text);
}

/** A drop-down list. */
export function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  change: (value: string) => void,
): HTMLSelectElement {
  const made = el('select', { 'aria-label': label, title: label, change: () => change(made.value) });
  made.append(...options.map(([value, text]) => el('option', { value }, text)));
  return made;
}

export function button(text: string, title: string, click: () => void): HTMLButtonElement {
  return el('button', { type: 'button', title, 'aria-label': title, click }, text);
}

/** Lets the reader save a text as a file. */
export function offerFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** The data embedded in the document. */
export function readData<T>(): T {
  return JSON.parse(document.getElementById('data')!.textContent!) as T;
}

/** Cycles through system theme, light and dark. */
export function themeButton(): HTMLButtonElement {
  const root = document.documentElement;
  const themes = ['auto', 'light', 'dark'];
  const made = button('◐', 'colours: auto', () => {
    const next = themes[(themes.indexOf(root.dataset.theme ?? 'auto') + 1) % themes.length]!;
    if (next === 'auto') delete root.dataset.theme;
    else root.dataset.theme = next;
    made.title = `colours: ${next}`;
  });
  return made;
}
