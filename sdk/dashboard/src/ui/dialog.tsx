import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, Suspense, useRef } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { IconButton } from './icon-button.tsx'

const widths = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  full: 'max-w-[min(120rem,calc(100vw-3rem))] md:top-[3vh] md:max-h-[94dvh]',
}

const centerLook =
  'bottom-0 left-0 max-h-[92dvh] rounded-t-lg md:bottom-auto md:left-1/2 md:top-[8vh] md:max-h-[84dvh] md:-translate-x-1/2 md:rounded-lg'
const sideLook = 'inset-y-0 right-0'

/** A modal dialog; a bottom sheet on phones. `footer` stays visible while the body scrolls. */
export function Dialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  width?: keyof typeof widths
  /** neither Escape nor a click outside closes it */
  persistent?: boolean
  /** lets a table reach the edges */
  flush?: boolean
  /** at the right edge in full height, for details of a list's entry; `width` applies */
  side?: boolean
  children?: ReactNode
}): ReactNode {
  const {
    open,
    onOpenChange,
    title,
    description,
    footer,
    width = 'md',
    persistent = false,
    flush = false,
    side = false,
    children,
  } = props
  const t = useT('sdk')
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const preventClose = persistent ? (event: Event) => event.preventDefault() : undefined
  return (
    // If a part of it suspends, only the dialog waits; the page behind it would lose the focus if it were hidden.
    <Suspense>
      <Primitive.Root open={open} onOpenChange={onOpenChange}>
        <Primitive.Portal>
          <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-backdrop" />
          <Primitive.Content
            ref={content}
            tabIndex={-1}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = openerOf(document.activeElement)
              firstFocus(content.current)?.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              restoreFocus(opener.current)
            }}
            onEscapeKeyDown={(event) => (persistent || usesEscape(document.activeElement)) && event.preventDefault()}
            onInteractOutside={preventClose}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cn(
              '[--sticky-ground:var(--raised)] [--sticky-top:0px]',
              'fixed z-50 flex w-full animate-rise flex-col overflow-hidden bg-raised shadow-pop outline-none',
              side ? sideLook : centerLook,
              widths[width],
              'max-md:max-w-none',
            )}
          >
            <header className="flex items-start gap-4 border-b px-5 py-3.5">
              <div className="min-w-0 flex-1">
                <Primitive.Title className="break-words font-semibold text-[1rem] leading-7">{title}</Primitive.Title>
                {description && (
                  <Primitive.Description className="mt-0.5 break-words text-muted text-sm">
                    {description}
                  </Primitive.Description>
                )}
              </div>
              <IconButton label={t('action.close')} size="sm" onClick={() => onOpenChange(false)}>
                <X aria-hidden />
              </IconButton>
            </header>
            {children && (
              <div className={cn('relative min-h-0 flex-1 overflow-y-auto', !flush && 'px-5 py-5')}>{children}</div>
            )}
            {footer && (
              <footer className={cn('flex flex-wrap justify-end gap-2 bg-panel px-5 py-3', children && 'border-t')}>
                {footer}
              </footer>
            )}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Suspense>
  )
}

// If opened from a menu item, which unmounts with its menu, return the focus to the menu button.
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}

// The opener may have been removed by the action of the dialog.
function restoreFocus(opener: Element | null) {
  const canFocus = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = canFocus ? opener : document.querySelector('main')
  target?.focus({ preventScroll: true })
}

// The focused element may handle Escape itself, for example to zoom out.
const usesEscape = (focused: Element | null) => Boolean(focused?.closest('[data-keeps-escape]'))

// Forms start in the first field. Confirmations start at the dialog itself, so that no button is triggered by accident.
const firstFocus = (dialog: HTMLElement | null): HTMLElement | null =>
  dialog?.querySelector<HTMLElement>('[data-autofocus]') ??
  dialog?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select') ??
  dialog
