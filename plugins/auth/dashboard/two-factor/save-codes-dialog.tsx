import { Button, Checkbox, CopyButton, Dialog, saveFile, useBrand, useMe, useT } from '@svc/dashboard-sdk'
import { Download, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { codesFile, codesFileName } from './codes-file.ts'

/** Shows recovery codes for the only time. Closes once the user confirms that they are saved. */
export function SaveCodesDialog(props: { title: string; codes: readonly string[]; onClose: () => void }): ReactNode {
  const { title, codes, onClose } = props
  const t = useT()
  const { username } = useMe()
  const brand = useBrand()
  const confirmation = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [saved, setSaved] = useState(false)
  const [reminded, setReminded] = useState(false)

  useEffect(() => list.current?.focus(), [])
  useEffect(() => {
    if (reminded) confirmation.current?.scrollIntoView({ block: 'nearest' })
  }, [reminded])

  function close() {
    if (saved) return onClose()
    setReminded(true)
    confirmation.current?.querySelector('input')?.focus()
  }

  const download = () =>
    saveFile(
      codesFileName(window.location.hostname),
      'text/plain;charset=utf-8',
      codesFile({
        heading: t('twoFactor.fileHeading', { title: brand.title }),
        account: t('twoFactor.fileAccount', { username, address: window.location.origin }),
        hint: t('twoFactor.fileHint'),
        codes,
      }),
    )

  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => !open && close()}
      title={title}
      description={t('twoFactor.saveText')}
      footer={
        <Button variant="primary" className="max-md:h-11 max-md:flex-1" aria-disabled={!saved} onClick={close}>
          {t('twoFactor.saved')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          {t('twoFactor.once')}
        </p>
        <ul
          ref={list}
          data-autofocus
          tabIndex={-1}
          aria-label={t('twoFactor.codes')}
          className="grid gap-x-6 gap-y-2 rounded-md bg-sunken px-5 py-4 text-center outline-none ring-1 ring-line ring-inset sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>
              <code className="select-all whitespace-nowrap font-mono text-[0.9375rem]">{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 max-md:[&>button]:h-11 max-md:[&>button]:flex-1">
          <CopyButton text={codes.join('\n')} label={t('twoFactor.copy')} />
          <Button onClick={download}>
            <Download aria-hidden />
            {t('twoFactor.download')}
          </Button>
        </div>
        <div ref={confirmation} className="border-t pt-4">
          <Checkbox
            label={t('twoFactor.confirm')}
            checked={saved}
            aria-describedby={reminded && !saved ? 'codes-not-saved' : undefined}
            onChange={(event) => setSaved(event.target.checked)}
            className="max-md:min-h-11 max-md:items-center max-md:[&>span]:mt-0"
          />
          {reminded && !saved && (
            <p id="codes-not-saved" role="alert" className="mt-1.5 text-danger text-xs">
              {t('twoFactor.confirmFirst')}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}
