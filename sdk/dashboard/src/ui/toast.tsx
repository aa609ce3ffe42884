import type { ReactNode } from 'react'
import { Toaster as Primitive } from 'sonner'
import { useTheme } from '../theme.js'

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
          error: '[&_[data-icon]]:!text-danger',
          success: '[&_[data-icon]]:!text-ok',
          warning: '[&_[data-icon]]:!text-warn',
        },
      }}
    />
  )
}
