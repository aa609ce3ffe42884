import { type ReactNode, useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { useTheme } from '../theme.ts'
import { saveBarHeight } from './save-bar-height.ts'

const aboveSaveBar = (pixels: number) => `calc(${pixels}px + var(${saveBarHeight}, 0px))`

/** Shows toasts. Tells what to show them with once it does, and nothing when it no longer does. */
export function Toasts({ onReady }: { onReady: (show: typeof toast | undefined) => void }): ReactNode {
  const { theme } = useTheme()
  useEffect(() => {
    onReady(toast)
    return () => onReady(undefined)
  }, [onReady])
  return (
    <Toaster
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
