import { secretMask } from '@svc/protocol'

const maxLength = 300
/** Shorter parts of a secret are often ordinary words and reveal little. */
const minPartLength = 8

/** A secret and its parts, in all encodings in which a receiver may echo them. */
function variantsOf(secret: string): string[] {
  const parts = secret.split(/[\s/?&=:;,"'<>]+/).filter((part) => part.length >= minPartLength)
  return [secret, ...parts].flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])
}

/** Makes an external text safe to show: secrets masked, on one line, truncated. */
export function redact(text: string, secrets: readonly string[]): string {
  const variants = [...new Set(secrets.flatMap(variantsOf))].filter((variant) => variant.length >= 4)
  // Longest first, otherwise parts of longer variants would remain.
  variants.sort((a, b) => b.length - a.length)
  const safe = variants.reduce((rest, variant) => rest.replaceAll(variant, secretMask), text)
  const line = Buffer.from(safe)
    .toString()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}...` : line
}
