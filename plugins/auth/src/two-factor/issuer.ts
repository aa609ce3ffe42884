import type { Brand, Settings } from '@svc/plugin-system/contract'

const productName = 'svc'
/** The name appears twice in the QR code, so every letter makes it denser. */
const maxLength = 32

/** Name of this installation in authenticator apps. A colon would end the name, control characters break the URL. */
export function issuerOf(settings: Pick<Settings, 'get'>): string {
  const title = settings.get<Partial<Brand>>('brand')?.site_title ?? ''
  const name = title.replace(/[\s\p{C}:]+/gu, ' ').trim()
  return Array.from(name).slice(0, maxLength).join('').trim() || productName
}
