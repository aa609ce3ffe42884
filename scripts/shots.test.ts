import { expect, it } from 'vitest'
import { byPage, sheetOf } from './shots/sheet.mjs'

const pictures = [
  'home-light-wide.png',
  'home-dark-phone.png',
  'home-chinese.png',
  'add-server-dark-wide.png',
  'odd.png',
]

it('pictures are grouped by page, in the order of the looks', () => {
  expect([...byPage(pictures)]).toEqual([
    ['add-server', ['dark-wide']],
    ['home', ['light-wide', 'chinese', 'dark-phone']],
  ])
})

it('the sheet shows each of them', () => {
  const html = sheetOf(pictures)
  for (const picture of pictures.slice(0, 4)) expect(html).toContain(`src="${picture}"`)
  expect(html).not.toContain('odd.png')
})
