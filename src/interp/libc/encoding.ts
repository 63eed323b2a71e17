// Text as bytes, one per character, the form in which the library handles the program's strings.
// Wide characters are printed as UTF-8.

export function encodeText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
