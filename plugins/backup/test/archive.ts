import { zstdCompressSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { packTar, type TarEntry } from 'modern-tar'
import { cheapWorkFactor, passphrase } from './world.ts'

export const manifest = (change: object = {}): TarEntry =>
  file(
    'manifest.json',
    JSON.stringify({ format: 1, version: '1.0.0', created_at: '2026-01-01T00:00:00Z', plugins: [], ...change }),
  )

export const file = (name: string, body: string | Uint8Array): TarEntry => ({
  header: { name, size: Buffer.byteLength(body) },
  body,
})

export async function encrypted(plain: Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(cheapWorkFactor)
  return Buffer.from(await encrypter.encrypt(plain))
}

/** An archive with any contents. */
export const archiveOf = async (...entries: TarEntry[]): Promise<Buffer> =>
  encrypted(zstdCompressSync(await packTar(entries)))
