import { invalid } from '@svc/plugin-sdk'
import { maxLogoBytes } from '../status-schema.ts'
import type { Logo } from './page-store.ts'

const dataUrl = /^data:(image\/(?:png|jpeg|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

const isImage: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47),
  'image/jpeg': (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'image/svg+xml': (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')),
}

/** The image of a data URL; throws 422 unless its content is of its type. */
export function readLogo(text: string): Logo {
  const [, type = '', base64 = ''] = dataUrl.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (!isImage[type]?.(bytes)) throw invalid('logo', 'status.LOGO_TYPE')
  if (bytes.length > maxLogoBytes) {
    throw invalid('logo', 'status.LOGO_SIZE', { max: { value: maxLogoBytes, unit: 'bytes' } })
  }
  return { type, bytes }
}
