import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDiskIo, parseDiskstats } from './disk-io.ts'

let sysBlock: string
beforeAll(() => {
  sysBlock = mkdtempSync(join(tmpdir(), 'svc-block-'))
  for (const name of ['sda', 'nvme0n1', 'vdb', 'cciss!c0d0', 'sr0'])
    mkdirSync(join(sysBlock, name, 'device'), { recursive: true })
  for (const name of ['loop0', 'dm-0', 'ram0', 'zram0', 'md0']) mkdirSync(join(sysBlock, name))
})
afterAll(() => rmSync(sysBlock, { recursive: true, force: true }))

const line = (name: string, read: number, written: number) =>
  ` 254       0 ${name} 16025 9051 ${read} 10801 3822 49478 ${written} 5272 0 3264 16360 3311 41 81976 285 22 1`

describe('/proc/diskstats', () => {
  it.each([
    ['a present kernel', line('sda', 8, 16)],
    ['kernel 4.17: fourteen columns', '   8       0 sda 1 2 8 4 5 6 16 8 9 10 11'],
  ])('is read in sectors of 512 bytes: %s', (_, text) => {
    expect([...parseDiskstats(text)]).toEqual([['sda', { read: 4096, written: 8192 }]])
  })

  it.each(['', '8 0 sda', '   8       1 sda1 1 2 3 4', 'a b c d e f g h i j k l m n'])(
    'ignores malformed text: %j',
    (text) => {
      expect(parseDiskstats(text).size).toBe(0)
    },
  )
})

function diskIo(script: (string[] | null)[], block = sysBlock) {
  let time = 0
  const sampler = makeDiskIo({
    diskstats: { read: () => script.shift()?.join('\n') ?? null, close: () => {} },
    sysBlock: block,
    now: () => time,
  })
  return {
    reset: () => sampler.reset?.(),
    async sample(seconds = 3) {
      time += seconds * 1000
      return (await sampler.sample()).disk_io
    },
  }
}
const rates = (name: string, read: number, written: number) => ({
  name,
  read_bytes_per_sec: read,
  write_bytes_per_sec: written,
})

describe('disk rates', () => {
  it('are empty at first, then per second, sorted by name', async () => {
    const { sample } = diskIo([
      [line('sda', 0, 0), line('nvme0n1', 100, 100)],
      [line('sda', 6, 0), line('nvme0n1', 100, 107)],
    ])
    expect(await sample()).toEqual([])
    expect(await sample()).toEqual([rates('nvme0n1', 0, 1194), rates('sda', 1024, 0)])
  })

  it('only cover physical disks', async () => {
    const names = ['sda', 'sda1', 'loop0', 'dm-0', 'ram0', 'sr0', 'zram0', 'md0', 'cciss/c0d0']
    const all = names.map((name) => line(name, 0, 0))
    const { sample } = diskIo([all, all])
    await sample()
    expect((await sample())?.map(({ name }) => name)).toEqual(['cciss/c0d0', 'sda'])
  })

  it('of a new disk start with its second reading', async () => {
    const { sample } = diskIo([
      [line('sda', 0, 0)],
      [line('sda', 0, 0), line('vdb', 1e9, 1e9)],
      [line('sda', 0, 0), line('vdb', 1e9 + 6, 1e9)],
    ])
    await sample()
    expect(await sample()).toEqual([rates('sda', 0, 0)])
    expect(await sample()).toEqual([rates('sda', 0, 0), rates('vdb', 1024, 0)])
  })

  it('are never negative and cover at least one second', async () => {
    const { sample } = diskIo([[line('sda', 100, 100)], [line('sda', 5, 102)]])
    await sample()
    expect(await sample(0.1)).toEqual([rates('sda', 0, 1024)])
  })

  it('restart with each connection', async () => {
    const { sample, reset } = diskIo([[line('sda', 0, 0)], [line('sda', 60, 0)], [line('sda', 66, 0)]])
    await sample()
    reset()
    expect(await sample()).toEqual([])
    expect(await sample()).toEqual([rates('sda', 1024, 0)])
  })

  it('are null if unreadable', async () => {
    expect(await diskIo([null]).sample()).toBeNull()
    expect(await diskIo([[line('sda', 0, 0)]], join(sysBlock, 'none')).sample()).toBeNull()
  })
})
