import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { openContent, readUpTo } from './content.ts'
import { isTemporary } from './leftovers.ts'
import { inside, openChild, type Place } from './place.ts'
import type { Sandbox } from './sandbox.ts'

const blockBytes = 512
const chunkBytes = 262_144
const maxOctal = 8 ** 11 - 1
const maxDepth = 500

type TarType = '0' | '2' | '5' | 'x'

const octal = (value: number, length: number) =>
  `${Math.floor(value)
    .toString(8)
    .padStart(length - 1, '0')}\0`
const padding = (length: number) => Buffer.alloc((blockBytes - (length % blockBytes)) % blockBytes)

function block(name: Buffer, type: TarType, size: number, stat: Stats | undefined, target: Buffer): Buffer {
  const header = Buffer.alloc(blockBytes)
  name.copy(header, 0, 0, 100)
  header.write(octal((stat?.mode ?? 0o644) & 0o7777, 8), 100)
  header.write(octal(Math.min(stat?.uid ?? 0, 0o7777777), 8), 108)
  header.write(octal(Math.min(stat?.gid ?? 0, 0o7777777), 8), 116)
  header.write(octal(Math.min(size, maxOctal), 12), 124)
  header.write(octal(Math.min(Math.max(0, (stat?.mtimeMs ?? 0) / 1000), maxOctal), 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  target.copy(header, 157, 0, 100)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A record of the extended header: its length includes itself. */
function record(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')])
  let length = rest.length
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

/** A header, preceded by an extended one for what does not fit. Names are written byte for byte. */
function header(name: Buffer, type: TarType, size: number, stat?: Stats, target: Buffer = Buffer.alloc(0)): Buffer {
  const records = [
    ...(name.length > 100 ? [record('path', name)] : []),
    ...(target.length > 100 ? [record('linkpath', target)] : []),
    ...(size > maxOctal ? [record('size', Buffer.from(String(size)))] : []),
  ]
  const extended = Buffer.concat(records)
  const before = records.length
    ? [
        block(Buffer.from('PaxHeader'), 'x', extended.length, undefined, Buffer.alloc(0)),
        extended,
        padding(extended.length),
      ]
    : []
  return Buffer.concat([...before, block(name, type, size, stat, target)])
}

/**
 * A directory as a tar file (POSIX pax). Blocked names, files above the limit, devices, sockets and pipes are left out and
 * listed in a last file.
 */
export async function* tarOf(sandbox: Sandbox, directory: Place, maxFileBytes: number): AsyncGenerator<Buffer> {
  const skipped: string[] = []
  const top = Buffer.from(basename(directory.real) || 'root')
  const slash = Buffer.from('/')

  async function* file(parent: Place, entry: Buffer, name: Buffer, stat: Stats): AsyncGenerator<Buffer> {
    let opened: Awaited<ReturnType<typeof openContent>>
    try {
      using place = openChild(parent, entry, 'any')
      opened = await openContent(place, maxFileBytes)
    } catch (error) {
      skipped.push(`${name.toString()}: ${(error as Error).message}`)
      return
    }
    try {
      const { size } = opened.stat
      yield header(name, '0', size, stat)
      for (let position = 0; position < size; ) {
        const wanted = Math.min(chunkBytes, size - position)
        const chunk = await readUpTo(opened.file, position, wanted)
        // The file was truncated; its length is already written.
        yield chunk.length === wanted ? chunk : Buffer.concat([chunk, Buffer.alloc(wanted - chunk.length)])
        position += wanted
      }
      yield padding(size)
    } finally {
      await opened.file.close()
    }
  }

  function openDirectory(parent: Place, entry: Buffer, name: Buffer): Place | undefined {
    try {
      return openChild(parent, entry)
    } catch (error) {
      skipped.push(`${name.toString()}: ${(error as Error).message}`)
      return undefined
    }
  }

  async function* tree(place: Place, path: Buffer, depth: number): AsyncGenerator<Buffer> {
    yield header(Buffer.concat([path, slash]), '5', 0, statSync(place.at))
    for (const entry of await readdir(place.at, { withFileTypes: true, encoding: 'buffer' })) {
      if (isTemporary(entry.name.toString())) continue
      const name = Buffer.concat([path, slash, entry.name])
      const stat = lstatSync(inside(place, entry.name), { throwIfNoEntry: false })
      if (!stat) continue
      if (sandbox.isDenied(entry.name.toString())) skipped.push(`${name.toString()}: blocked name`)
      else if (stat.isSymbolicLink()) {
        const target = readlinkSync(inside(place, entry.name), { encoding: 'buffer' })
        yield header(name, '2', 0, stat, target)
      } else if (stat.isFile()) yield* file(place, entry.name, name, stat)
      else if (!stat.isDirectory()) skipped.push(`${name.toString()}: device, socket or pipe`)
      else if (depth === maxDepth) skipped.push(`${name.toString()}: nested too deep`)
      else {
        using child = openDirectory(place, entry.name, name)
        if (child) yield* tree(child, name, depth + 1)
      }
    }
  }

  yield* tree(directory, top, 0)
  if (skipped.length > 0) {
    const list = Buffer.from(`${skipped.join('\n')}\n`)
    yield header(Buffer.concat([top, Buffer.from('/SKIPPED.txt')]), '0', list.length)
    yield Buffer.concat([list, padding(list.length)])
  }
  yield Buffer.alloc(2 * blockBytes)
}
