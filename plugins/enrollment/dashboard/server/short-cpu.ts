/** The name of a processor without what says nothing: `Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz` loses the marks. */
export const shortCpu = (name: string): string =>
  name
    .replace(/\((?:R|TM|C)\)/gi, '')
    .replace(/ (?:CPU|Processor)\b/gi, '')
    .replace(/ \d+-Core\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
