import { describe, expect, it } from 'vitest'
import { parseAnsi, plainText } from './ansi.ts'

const esc = '\u001b['

describe('colors', () => {
  it.each([
    ['plain', [{ text: 'plain' }]],
    [`${esc}31mred${esc}0m rest`, [{ text: 'red', color: 'red' }, { text: ' rest' }]],
    [
      `${esc}1;4;33mx${esc}22;24my`,
      [
        { text: 'x', bold: true, underline: true, color: 'yellow' },
        { text: 'y', color: 'yellow' },
      ],
    ],
    [
      `${esc}2;3mx${esc}23my`,
      [
        { text: 'x', dim: true, italic: true },
        { text: 'y', dim: true },
      ],
    ],
    [`${esc}90mx${esc}39my`, [{ text: 'x', color: 'gray' }, { text: 'y' }]],
    [`${esc}38;5;196mx`, [{ text: 'x', color: 'red' }]],
    [`${esc}38;5;12mx`, [{ text: 'x', color: 'blue' }]],
    [`${esc}38;5;240mx`, [{ text: 'x', color: 'gray' }]],
    [`${esc}38;2;10;200;20mx`, [{ text: 'x', color: 'green' }]],
    [`${esc}38;2;250;250;250mx`, [{ text: 'x' }]],
    [`${esc}48;2;255;0;0;35mx`, [{ text: 'x', color: 'magenta' }]],
    [`${esc}41mx`, [{ text: 'x' }]],
    [`${esc}mx`, [{ text: 'x' }]],
  ])('of %j', (line, spans) => expect(parseAnsi(line)).toEqual(spans))
})

describe('what is not text', () => {
  it.each([
    [`a${esc}2Kb${esc}10;20Hc`, 'abc'],
    ['\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007', 'link'],
    ['\u001b]0;title without end', ''],
    ['\u001b(Bx\u001b', 'x'],
    ['10%\r50%\r100%\r', '100%'],
    ['a\u0000b\u0007c\u202ed', 'a\ufffdb\ufffdc\ufffdd'],
    ['tab\tstays', 'tab\tstays'],
  ])('%j is shown as %j', (line, text) => expect(plainText(line)).toBe(text))
})
