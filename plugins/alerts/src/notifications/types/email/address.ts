/** Signs that end an address or begin another one, in headers and in SMTP. */
const part = String.raw`[^\s@"<>(),:;\\[\]\p{C}]`
const shape = new RegExp(`^${part}{1,64}@(?!\\.)(${part}+\\.)+${part}+$`, 'u')
const longest = 254

/** One plausible address: something, one at-sign, and a domain with a dot in it. */
export const isAddress = (text: string): boolean =>
  text.length <= longest && shape.test(text) && !text.includes('..') && !text.endsWith('.')
