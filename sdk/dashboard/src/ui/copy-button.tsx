import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../i18n.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast.tsx'

/** Copies `text` and confirms it. A text button with `label`, else an icon button. */
export function CopyButton(props: { text: string; label?: string; variant?: 'primary' | 'secondary' }): ReactNode {
  const { text, label, variant = 'secondary' } = props
  const t = useT('sdk')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else toast.error(text)
  }
  const Icon = copied ? Check : Copy
  const buttonText = copied ? t('action.copied') : (label ?? t('action.copy'))
  return (
    <>
      {label === undefined ? (
        <IconButton label={buttonText} onClick={copy}>
          <Icon aria-hidden />
        </IconButton>
      ) : (
        <Button variant={variant} onClick={copy}>
          <Icon aria-hidden />
          {buttonText}
        </Button>
      )}
      <span role="status" className="sr-only">
        {copied ? t('action.copied') : ''}
      </span>
    </>
  )
}
