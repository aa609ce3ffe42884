const first = 0x1f1e6 - 'A'.charCodeAt(0)

/** The flag emoji of a country code; undefined for anything else. */
export function flagEmoji(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined
  return String.fromCodePoint(...[...code.toUpperCase()].map((letter) => letter.charCodeAt(0) + first))
}

let drawn: boolean | undefined

/** Whether this browser renders flag emoji. Some systems show two letters instead. */
export function supportsFlagEmoji(): boolean {
  drawn ??= drawsColour('🇩🇪')
  return drawn
}

function drawsColour(text: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 16
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.font = '12px sans-serif'
  context.fillStyle = '#000'
  context.fillText(text, 0, 13)
  const { data } = context.getImageData(0, 0, 16, 16)
  // Letters are drawn in black; only an emoji has colors.
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  return false
}
