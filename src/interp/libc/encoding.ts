// Text to bytes kept one per character, the form in which the library handles the program's strings.
// UTF-8 is what wide characters become when they are printed.

export function encodeText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
