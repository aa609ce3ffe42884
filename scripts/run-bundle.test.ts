import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBundle } from './setup/run-bundle.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, code: string) =>
  writeFileSync(join(folder, name), `(function(module,require,$import,$url){'use strict';${code}\n})\n`)

const cache = () => {
  const place = join(folder, '.cache')
  const [name = ''] = readdirSync(place)
  return join(place, name)
}
const digests = () => JSON.parse(readFileSync(cache(), 'latin1').split('\n', 1)[0] ?? '') as [string, number][]

it('loads each file once, and later ones when they are imported', async () => {
  write('a.js', `const b = require('./b.js'); module.exports = { b, $url, later: () => $import('./c.js') }`)
  write('b.js', `module.exports = { path: require('node:path'), a: require('./a.js'), list: [] }`)
  write('c.js', `throw new Error('c is loaded')`)
  const { load } = openBundle(folder)
  const { b, $url, later } = load('./a.js')
  expect(load('./b.js')).toBe(b)
  expect(b.path.join('x', 'y')).toBe(join('x', 'y'))
  expect($url).toBe(new URL(`file://${join(folder, 'a.js')}`).href)
  await expect(later()).rejects.toThrow('c is loaded')
})

it('imports packages and built-in modules beside its own files', async () => {
  write('a.js', `module.exports = { later: (name) => $import(name) }`)
  const { later } = openBundle(folder).load('./a.js')
  expect((await later('node:os')).tmpdir()).toBe(tmpdir())
})

it('takes tagged templates as they are, which the build does not escape', () => {
  write('a.js', 'module.exports = ((parts) => parts[0])`← 中文`')
  expect(openBundle(folder).load('./a.js')).toBe('← 中文')
})

it('keeps compiled functions for the next start, of the files that were loaded', () => {
  const text = 'x'.repeat(5000)
  write(
    'a.js',
    `module.exports = { call: () => { const list = [1, 2]; return list.map((n) => n + 1).join('${text}') } }`,
  )
  const first = openBundle(folder)
  first.keepCode()
  expect(existsSync(join(folder, '.cache'))).toBe(false)
  const lazy = openBundle(folder)
  lazy.load('./a.js')
  lazy.keepCode()
  const [[, withoutCalls] = ['', 0]] = digests()

  rmSync(join(folder, '.cache'), { recursive: true })
  const used = openBundle(folder)
  used.load('./a.js').call()
  used.keepCode()
  const [[, withCalls] = ['', 0]] = digests()
  expect(withCalls).toBeGreaterThan(withoutCalls + text.length)
  const before = readFileSync(cache())

  // Nothing is new in the next start, so nothing is written.
  const next = openBundle(folder)
  expect(next.load('./a.js').call()).toBe(`2${text}3`)
  next.keepCode()
  expect(readFileSync(cache()).equals(before)).toBe(true)
  expect(readdirSync(join(folder, '.cache'))).toHaveLength(1)
})

it('compiles a changed file again, even one of the same length', () => {
  write('a.js', `module.exports = { answer: () => 1 }`)
  const first = openBundle(folder)
  first.load('./a.js').answer()
  first.keepCode()
  const [[old] = ['']] = digests()
  write('a.js', `module.exports = { answer: () => 2 }`)
  const second = openBundle(folder)
  expect(second.load('./a.js').answer()).toBe(2)
  second.keepCode()
  expect(digests().map(([digest]) => digest)).not.toContain(old)
})

it.each([
  ['is empty', () => Buffer.alloc(0)],
  ['has no line', () => Buffer.from('[["x",1]')],
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['holds zeros', (bytes: Buffer) => bytes.fill(0, bytes.indexOf('\n') + 1)],
])('starts when the compiled code %s', (_, damage) => {
  write('a.js', `module.exports = { answer: () => 1 }`)
  const first = openBundle(folder)
  first.load('./a.js').answer()
  first.keepCode()
  const file = cache()
  writeFileSync(file, damage(readFileSync(file)))
  const second = openBundle(folder)
  expect(second.load('./a.js').answer()).toBe(1)
  second.keepCode()
  expect(openBundle(folder).load('./a.js').answer()).toBe(1)
  expect(digests()).toHaveLength(1)
})

it('starts from a folder that cannot be written', () => {
  write('a.js', `module.exports = { answer: () => 1 }`)
  writeFileSync(join(folder, '.cache'), 'a file')
  const bundle = openBundle(folder)
  expect(bundle.load('./a.js').answer()).toBe(1)
  bundle.keepCode()
  expect(readFileSync(join(folder, '.cache'), 'utf8')).toBe('a file')
})

it('reports the file and the line of an error', () => {
  write('a.js', `\n\n  throw new Error('here')`)
  expect(() => openBundle(folder).load('./a.js')).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(`${join(folder, 'a.js')}:3:9`) }),
  )
})
