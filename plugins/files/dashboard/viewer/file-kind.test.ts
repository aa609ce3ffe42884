import { expect, it } from 'vitest'
import { fileKind, imageType } from './file-kind.ts'

it.each([
  ['photo.JPG', 5_000_000, 'image'],
  ['photo.png', 50_000_000, 'large'],
  ['manual.pdf', 50_000_000, 'pdf'],
  ['nginx.conf', 2000, 'text'],
  ['Makefile', 393_216, 'text'],
  ['syslog', 393_217, 'large'],
  ['.png', 10, 'image'],
])('%s of %i bytes is shown as %s', (name, size, kind) => {
  expect(fileKind({ name, size })).toBe(kind)
})

it('knows types of images by their extension alone', () => {
  expect(imageType('logo.svg')).toBe('image/svg+xml')
  expect(imageType('x.constructor')).toBeUndefined()
})
