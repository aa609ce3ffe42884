import { expect, it } from 'vitest'
import { displayText } from './display-text.ts'

it.each([
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]52;c;c2VjcmV0\u001b\\text', 'text'],
  ['10%\r20%\rdone\r\nnext', 'done\nnext'],
  ['bell\u0007 tab\t', 'bell tab\t'],
  ['\u001b[?1049h\u001b(Bx', 'x'],
])('shows %j as %j', (output, shown) => {
  expect(displayText(output)).toBe(shown)
})
