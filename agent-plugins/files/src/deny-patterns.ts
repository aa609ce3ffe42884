export const defaultDenyPatterns = ['*.key', '*.pem', 'id_rsa*', '.env*', 'shadow', 'passwd']

/**
 * How names are compared: file systems that ignore case also ignore how a character is composed, and characters that are not
 * visible. Windows ignores dots and spaces at the end.
 */
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(process.platform === 'win32' ? /[. ]+$/ : /$^/, '')

/** Whether the parts of a pattern between its `*` occur in this order; the first and the last one at the ends. */
function matches(parts: readonly string[], name: string): boolean {
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const found = name.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}

export type IsDenied = (name: string) => boolean

/** Compiles patterns in which `*` stands for any characters. Case is ignored. */
export function makeDenyPatterns(patterns: readonly string[]): IsDenied {
  const compiled = patterns.filter((pattern) => pattern !== '').map((pattern) => fold(pattern).split('*'))
  return (name) => {
    const folded = fold(name)
    return compiled.some((parts) => matches(parts, folded))
  }
}
