import { type Brand, Button, errorText, fieldRules, toast, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'

const brandPath = '/api/settings/brand'
const maxBytes = 524_288

const toForm = (file: File): FormData => {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Logo or favicon: replaced and removed at once, apart from the form. */
export function ImageField({ brand, name }: { brand: Brand; name: 'logo' | 'favicon' }): ReactNode {
  const t = useT()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  // The address of an image is always the same, so that browsers show the previous one from their cache.
  const [version, setVersion] = useState(0)
  const onDone = () => {
    setError(undefined)
    setVersion((before) => before + 1)
    toast.success(t('appearance.saved'))
  }
  const upload = useMutate<File>('POST', `${brandPath}/${name}`, {
    body: toForm,
    invalidates: [brandPath],
    onDone,
    onFailed: (failed) => setError(fieldRules(failed, t).file ?? errorText(failed, t)),
  })
  const remove = useMutate('PUT', brandPath, {
    body: () => ({ ...brand, [`${name}_path`]: null }),
    invalidates: [brandPath],
    onDone,
  })
  const path = brand[`${name}_path`]
  const isBusy = upload.isPending || remove.isPending
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) setError(t('appearance.tooLarge', { max: format.bytes(maxBytes) }))
    else upload.mutate(file)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-sm" aria-hidden>
        {t(`appearance.${name}`)}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {path && (
          <img
            src={`${path}?v=${version}`}
            alt={t(`appearance.${name}`)}
            className="size-11 rounded-xs bg-sunken object-contain p-1"
          />
        )}
        <Button busy={upload.isPending} disabled={isBusy} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden />
          {t(path ? 'appearance.replace' : 'appearance.choose')}
        </Button>
        {path && (
          <Button busy={remove.isPending} disabled={isBusy} onClick={() => remove.mutate()}>
            <Trash2 aria-hidden />
            {t('appearance.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept=".png,.ico,image/png,image/x-icon"
          aria-label={t(`appearance.${name}`)}
          tabIndex={-1}
          className="hidden"
          onChange={({ target }) => {
            take(target.files?.[0])
            // Allows selecting the same file again.
            target.value = ''
          }}
        />
      </div>
      <p className="text-faint text-xs">{t(`appearance.${name}Hint`, { max: format.bytes(maxBytes) })}</p>
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
