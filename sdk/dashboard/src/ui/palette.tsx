import { Command } from 'cmdk'
import { CornerDownLeft, type LucideIcon, Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { IconButton } from './icon-button.tsx'
import { paletteRank } from './palette-rank.ts'

const Close = createContext<() => void>(() => undefined)

/** The command palette. The shell opens it; `children` renders the groups for what was typed. */
export function Palette(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: (query: string) => ReactNode
}): ReactNode {
  const { open, onOpenChange, children } = props
  const t = useT('sdk')
  const [query, setQuery] = useState('')
  const wasChosen = useRef(false)
  const change = (next: boolean) => {
    if (!next) setQuery('')
    onOpenChange(next)
  }
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-backdrop" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!wasChosen.current || document.querySelector('[role=dialog]')) return
            // The next Tab continues in the page that was chosen, not at the start of the sidebar.
            event.preventDefault()
            document.querySelector('main')?.focus()
          }}
          className="fixed inset-x-0 top-0 z-50 mx-auto flex max-h-dvh w-full max-w-2xl animate-rise flex-col overflow-hidden bg-raised shadow-pop outline-none md:top-[12vh] md:max-h-[70dvh] md:rounded-lg"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Command
            label={t('palette.title')}
            loop
            filter={(_, typed, keywords) => paletteRank(typed, keywords ?? [])}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b px-4 max-md:pr-2">
              <Search className="size-4 shrink-0 text-faint" aria-hidden />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={t('palette.placeholder')}
                className="h-12 min-w-0 flex-1 bg-transparent text-[1rem] outline-none placeholder:text-faint"
              />
              {/* Phones have no Escape key, and the list may fill their screen. */}
              <IconButton label={t('action.close')} className="md:hidden" onClick={() => change(false)}>
                <X aria-hidden />
              </IconButton>
            </div>
            <Command.List className="min-h-0 overflow-y-auto overscroll-contain p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted text-sm">{t('palette.none')}</Command.Empty>
              <Close
                value={() => {
                  wasChosen.current = true
                  change(false)
                }}
              >
                {children(query.trim())}
              </Close>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Items of one kind in the command palette. Hidden while none of them matches. */
export const PaletteGroup = ({ heading, children }: { heading: string; children: ReactNode }): ReactNode => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:caption pb-1 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5"
  >
    {children}
  </Command.Group>
)

/** An item of the command palette. It is found by its label and keywords, each typed word somewhere in them. */
export function PaletteItem(props: {
  /** unique in the palette */
  id: string
  icon?: LucideIcon
  label: string
  /** shown behind the label, in faint */
  detail?: string
  keywords?: readonly string[]
  /** the palette is closed before */
  onSelect: () => void
}): ReactNode {
  const { id, icon: Icon, label, detail, keywords = [], onSelect } = props
  const close = useContext(Close)
  return (
    <Command.Item
      value={id}
      keywords={[label, ...keywords]}
      onSelect={() => {
        close()
        onSelect()
      }}
      className="group/item flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-accent-soft"
    >
      {Icon && <Icon className="size-4 shrink-0 text-faint" aria-hidden />}
      <span className="min-w-0 flex-1 truncate">
        {label}
        {detail && <span className="text-faint"> {detail}</span>}
      </span>
      <CornerDownLeft
        className="size-3.5 shrink-0 text-faint opacity-0 group-data-[selected=true]/item:opacity-100"
        aria-hidden
      />
    </Command.Item>
  )
}
