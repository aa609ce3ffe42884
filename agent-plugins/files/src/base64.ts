import { invalid } from './refusal.ts'

/** Decodes base64 of the server; what is not base64 is an error, unlike in Node. */
export function decodeBase64(text: string): Buffer {
  const decoded = Buffer.from(text, 'base64')
  const padding = /={0,2}$/.exec(text)?.[0].length ?? 0
  if (decoded.length !== Math.floor(((text.length - padding) * 3) / 4)) throw invalid('data must be base64')
  return decoded
}
