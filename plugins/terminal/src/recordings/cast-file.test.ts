import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { CastWriter, repairCast } from './cast-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'cast-'))
afterAll(() => rmSync(folder, { recursive: true }))
const header = { rows: 24, cols: 80, startedAt: 1_700_000_000, title: 'web' }
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('writes asciicast v2, with characters that were split', async () => {
  const path = join(folder, 'split.cast')
  let ms = 0
  const writer = new CastWriter({ path, header, maxBytes: 1_000_000, elapsed: () => ms, onCut: () => {} })
  const letter = Buffer.from('終')
  writer.output(letter.subarray(0, 1))
  ms = 1500
  writer.output(letter.subarray(1))
  writer.output(Buffer.from('\u001b[0m\r\n'))
  writer.resize(50, 132)
  const { bytes, ...end } = await writer.close()
  expect(end).toEqual({ durationMs: 1500, cut: null })
  expect(bytes).toBe(readFileSync(path).length)
  expect(linesOf(path)).toEqual([
    { version: 2, width: 80, height: 24, timestamp: 1_700_000_000, title: 'web', env: { TERM: 'xterm-256color' } },
    [1.5, 'o', '終'],
    [1.5, 'o', '\u001b[0m\r\n'],
    [1.5, 'r', '132x50'],
  ])
})

it('stops before the file is too large, and tells once', async () => {
  const path = join(folder, 'large.cast')
  const cuts: string[] = []
  const writer = new CastWriter({ path, header, maxBytes: 1000, elapsed: () => 5, onCut: (cut) => cuts.push(cut) })
  for (let n = 0; n < 10; n++) writer.output(Buffer.from('x'.repeat(200)))
  writer.output(Buffer.from('y'))
  expect(await writer.close()).toMatchObject({ cut: 'size_limit' })
  expect(cuts).toEqual(['size_limit'])
  expect(readFileSync(path).length).toBeLessThanOrEqual(1000)
  expect(linesOf(path).length).toBeGreaterThan(3)
})

it.skipIf(process.platform === 'win32')('stops when the disk is full, and tells once', () => {
  const path = join(folder, 'full.cast')
  const program = `
    const { CastWriter } = await import(${JSON.stringify(new URL('./cast-file.ts', import.meta.url).href)})
    const onCut = (cut, { code }) => console.log(cut, code)
    const options = { path: ${JSON.stringify(path)}, header: ${JSON.stringify(header)}, maxBytes: 1e9, elapsed: () => 5, onCut }
    const writer = new CastWriter(options)
    for (let n = 0; n < 100; n++) {
      writer.output(Buffer.alloc(4096, 'x'))
      await writer.hasRoom
    }
    console.log((await writer.close()).cut)`
  const limited = 'ulimit -f 16 && exec "$0" --input-type=module --eval "$1"'
  const printed = execFileSync('sh', ['-c', limited, process.execPath, program], { encoding: 'utf8' })
  expect(printed).toBe('failed EFBIG\nfailed\n')
})

it.each([
  ['in the middle of a line', '[2.25, "o", "cut'],
  ['after a line', ''],
])('repairs a file whose writer was killed %s', async (_, rest) => {
  const path = join(folder, 'killed.cast')
  const whole = `${JSON.stringify({ version: 2 })}\n[0.5,"o","a"]\n[1.25,"o","b ] [9"]\n`
  writeFileSync(path, whole + rest)
  expect(await repairCast(path)).toEqual({ durationMs: 1250, bytes: whole.length })
  expect(readFileSync(path, 'utf8')).toBe(whole)
})

it('repairs a file with nothing but its header', async () => {
  const path = join(folder, 'empty.cast')
  writeFileSync(path, '{"version":2}\n[0.')
  expect(await repairCast(path)).toEqual({ durationMs: 0, bytes: 14 })
})
