/**
 * The line separator of a text, so that saving it changes no line: CR LF only if all lines end so. A CR in other texts is
 * a character of its line.
 */
export const lineSeparatorOf = (text: string): string =>
  /\r\n/.test(text) && !/(?:^|[^\r])\n|\r(?!\n)/.test(text) ? '\r\n' : '\n'
