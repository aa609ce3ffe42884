import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export const manifest = {
  id: 'org.example.weather',
  version: '1.0.0',
  name: 'Weather',
  category: 'Status',
  sizing: { defaultW: 4, defaultH: 3, minW: 2, minH: 2, strategy: 'free' },
  sdkVersion: '^1.0.0',
}

/** The source of a module with this manifest. */
export const source = (patch: object = {}, code = 'export default 1') =>
  `/* @svc-widget ${JSON.stringify({ ...manifest, ...patch })} */\n${code}\n`

export interface ArchiveEntry {
  readonly name: string
  readonly content: string | Buffer
  readonly mode?: number
}

/** An archive of entries, deflated. */
export async function archive(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content, mode } of entries) {
    const bytes = Buffer.from(content as string)
    zip.addBuffer(bytes, name, mode === undefined ? {} : { mode })
  }
  zip.end()
  return Buffer.concat(await Readable.from(zip.outputStream as unknown as Readable).toArray())
}

export const collection = (...entries: unknown[]) => ({
  name: 'collection.json',
  content: JSON.stringify({ widgets: entries.map((entry) => ({ entry })) }),
})

/** A multipart body with one file. */
export function upload(content: Buffer | string, field = 'file', name = 'widget.js') {
  const boundary = '----svc-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Replaces a file name in an archive by an invalid one of the same length. */
export function renamed(bytes: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('names must have the same length')
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
