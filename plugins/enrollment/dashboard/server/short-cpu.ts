/** A CPU name without trademark signs, "CPU", "Processor" and core count. */
export const shortCpu = (name: string): string =>
  name
    .replace(/\((?:R|TM|C)\)/gi, '')
    .replace(/ (?:CPU|Processor)\b/gi, '')
    .replace(/ \d+-Core\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
