import { Button, useFormat, useT } from '@svc/dashboard-sdk'
import type { StatusPage } from '@svc/plugin-status/contract'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'

const maxBytes = 131_072

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** An image in place of the logo. */
export function LogoField(props: {
  page: StatusPage
  /** a data URL, `keep` or `none` */
  logo: string
  onLogo: (logo: string) => void
  error: string | undefined
}): ReactNode {
  const { page, logo, onLogo, error } = props
  const t = useT()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const source = logo === 'keep' ? `/api/status/logo?v=${Date.parse(page.updated_at) / 1000}` : logo
  const take = async (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > maxBytes)
    if (file.size <= maxBytes) onLogo(await readDataUrl(file))
  }
  const problem = isTooLarge ? t('settings.logoSize', { max: format.bytes(maxBytes) }) : error
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-sm" aria-hidden>
        {t('settings.logo')}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== 'none' && (
          <img src={source} alt={t('settings.logo')} className="h-9 max-w-40 rounded-xs bg-sunken object-contain p-1" />
        )}
        <Button onClick={() => input.current?.click()}>
          <ImageUp aria-hidden />
          {t(logo === 'none' ? 'settings.logoChoose' : 'settings.logoReplace')}
        </Button>
        {logo !== 'none' && (
          <Button onClick={() => onLogo('none')}>
            <Trash2 aria-hidden />
            {t('settings.logoRemove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label={t('settings.logo')}
          tabIndex={-1}
          className="hidden"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // Allows selecting the same file again.
            target.value = ''
          }}
        />
      </div>
      <p className="text-faint text-xs">{t('settings.logoHint', { max: format.bytes(maxBytes) })}</p>
      {problem && (
        <p role="alert" className="text-danger text-xs">
          {problem}
        </p>
      )}
    </div>
  )
}
