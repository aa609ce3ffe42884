import type { Brand, Settings } from '@svc/plugin-system/contract'

const productName = 'svc'
/** Every letter makes the code to scan denser, twice. */
const longest = 32

/** What authenticator applications call this installation. A colon would end the name, other signs break the address. */
export function issuerOf(settings: Pick<Settings, 'get'>): string {
  const title = settings.get<Partial<Brand>>('brand')?.site_title ?? ''
  const name = title.replace(/[\s\p{C}:]+/gu, ' ').trim()
  return Array.from(name).slice(0, longest).join('').trim() || productName
}
