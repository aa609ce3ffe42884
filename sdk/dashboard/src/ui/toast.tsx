import type { ReactNode } from 'react'
import { Toaster as Primitive, toast as show } from 'sonner'
import { useTheme } from '../theme.ts'
import { saveBarHeight } from './save-bar.tsx'

/** Toast notifications. */
interface Toast {
  /** `act` adds a button and a longer duration. The returned function dismisses the toast. */
  success(text: ReactNode, act?: { readonly label: string; readonly onAct: () => void }): () => void
  error(text: ReactNode): void
  warning(text: ReactNode): void
  info(text: ReactNode): void
}

/** Shows toast notifications: `toast.success(t('saved'))`. */
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

const aboveSaveBar = (pixels: number) => `calc(${pixels}px + var(${saveBarHeight}, 0px))`

/** The container for toasts; rendered once, by the shell. */
export function Toaster(): ReactNode {
  const { theme } = useTheme()
  return (
    <Primitive
      theme={theme}
      position="bottom-right"
      offset={{ bottom: aboveSaveBar(24) }}
      mobileOffset={{ bottom: aboveSaveBar(16) }}
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
