import type { ReactNode } from 'react'
import { Toaster as Primitive, toast as show } from 'sonner'
import { useTheme } from '../theme.ts'

/** Says something in a corner of the page for a moment. */
interface Toast {
  /** with `act` a button beside the text; it stays for longer then. The returned function takes it away. */
  success(text: ReactNode, act?: { readonly label: string; readonly onAct: () => void }): () => void
  error(text: ReactNode): void
  warning(text: ReactNode): void
  info(text: ReactNode): void
}

/** Short news in a corner of the page: `toast.success(t('saved'))`. */
export const toast: Toast = {
  success(text, act) {
    const id = show.success(
      text,
      act && { action: { label: act.label, onClick: act.onAct }, duration: 15_000, closeButton: true },
    )
    return () => void show.dismiss(id)
  },
  error: (text) => void show.error(text),
  warning: (text) => void show.warning(text),
  info: (text) => void show.info(text),
}

/** The corner where `toast.success`, `toast.error` and so on appear; rendered once, by the shell. */
export function Toaster(): ReactNode {
  const { theme } = useTheme()
  return (
    <Primitive
      theme={theme}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: '!rounded-md !border-0 !bg-raised !text-ink !shadow-pop !font-sans !text-sm',
          description: '!text-muted',
          actionButton: '!h-7 !rounded-sm !bg-accent !px-2.5 !font-medium !text-on-accent',
          closeButton: '!border-line !bg-raised !text-muted',
          error: '[&_[data-icon]]:!text-danger',
          success: '[&_[data-icon]]:!text-ok',
          warning: '[&_[data-icon]]:!text-warn',
        },
      }}
    />
  )
}
