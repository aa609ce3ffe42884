import {
  Button,
  Dialog,
  Field,
  InlineError,
  Input,
  Segmented,
  useFormat,
  useInvalidate,
  useT,
} from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type InstalledModule, modulesPath } from '../module.ts'
import { DropZone } from './drop-zone.tsx'
import { InstalledList } from './installed-list.tsx'
import { type Installed, isModuleFile, maxBytes, type Origin, send } from './send.ts'

interface Props {
  readonly modules: readonly InstalledModule[]
  /** initial URL, when updating a module */
  readonly from: string | undefined
  readonly onClose: () => void
}

/** Installs a module or a collection from a file or a URL. */
export function InstallDialog({ modules, from, onClose }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const { progress, install, reset } = useInstall()
  const [source, setSource] = useState<'file' | 'url'>(from === undefined ? 'file' : 'url')
  const [file, setFile] = useState<File>()
  const [url, setUrl] = useState(from ?? '')
  const isBusy = progress.step === 'sending'
  const isDone = progress.step === 'done'

  const choose = (next: File) => {
    setFile(next)
    reset()
  }
  const fileError = !file
    ? undefined
    : file.size > maxBytes
      ? t('install.tooLarge', { size: format.number(file.size), most: format.number(maxBytes) })
      : isModuleFile(file.name)
        ? undefined
        : t('install.wrongKind')
  const address = url.trim()
  const isHttps = URL.canParse(address) && new URL(address).protocol === 'https:'
  const origin: Origin | undefined =
    source === 'url' ? (isHttps ? { url: address } : undefined) : file && fileError === undefined ? { file } : undefined

  return (
    <Dialog
      open
      persistent={isBusy}
      onOpenChange={(open) => !open && onClose()}
      title={t('install.title')}
      footer={
        isDone ? (
          <>
            <Button
              onClick={() => {
                setFile(undefined)
                setUrl('')
                reset()
              }}
            >
              {t('install.another')}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t('install.close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('sdk:action.cancel')}</Button>
            <Button variant="primary" type="submit" form="install" busy={isBusy} disabled={!origin}>
              {t('install.start')}
            </Button>
          </>
        )
      }
    >
      {progress.step === 'done' ? (
        <InstalledList installed={progress.installed} modules={modules} />
      ) : (
        <form
          id="install"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (origin && !isBusy) void install(origin)
          }}
        >
          <p className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
            {t('install.warning')}
          </p>
          <div>
            <Segmented
              label={t('install.from')}
              value={source}
              onChange={(next) => {
                setSource(next)
                reset()
              }}
              options={[
                { value: 'file', label: t('install.fromFile') },
                { value: 'url', label: t('install.fromUrl') },
              ]}
            />
          </div>
          {source === 'file' ? (
            <>
              <DropZone file={file} onFile={choose} busy={isBusy} />
              {fileError !== undefined && (
                <p role="alert" className="text-danger text-sm">
                  {fileError}
                </p>
              )}
            </>
          ) : (
            <Field
              label={t('install.address')}
              hint={t('install.addressHint')}
              error={address !== '' && !isHttps && !'https://'.startsWith(address) ? t('install.httpsOnly') : undefined}
            >
              <Input
                data-autofocus
                type="url"
                inputMode="url"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
                placeholder="https://example.org/weather.js"
                autoComplete="off"
                spellCheck={false}
                disabled={isBusy}
              />
            </Field>
          )}
          {progress.step === 'sending' && (
            <div>
              <p className="mb-1.5 text-muted text-sm">
                {source === 'url'
                  ? t('install.fetching')
                  : progress.share < 1
                    ? t('install.sending')
                    : t('install.checking')}
              </p>
              <progress
                aria-label={t('install.progress')}
                {...(source === 'file' && progress.share < 1 ? { value: progress.share } : {})}
                className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&:indeterminate]:animate-breathe"
              />
            </div>
          )}
          {progress.step === 'idle' && <InlineError error={progress.error} />}
        </form>
      )}
    </Dialog>
  )
}

type Progress =
  | { readonly step: 'idle'; readonly error?: unknown }
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'done'; readonly installed: readonly Installed[] }

/** State of one installation. */
function useInstall() {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const invalidate = useInvalidate()
  const install = async (origin: Origin) => {
    setProgress({ step: 'sending', share: 0 })
    try {
      const installed = await send(origin, (share) => setProgress({ step: 'sending', share }))
      await invalidate(modulesPath)
      setProgress({ step: 'done', installed })
    } catch (error) {
      setProgress({ step: 'idle', error })
    }
  }
  return { progress, install, reset: () => setProgress({ step: 'idle' }) }
}
