import { Download, EllipsisVertical, Image, Maximize2, Table2, ZoomOut } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useT } from '../../i18n.ts'
import { useFocusHandoff } from '../../use-focus-handoff.ts'
import { DropdownMenu, MenuItem, MenuSeparator } from '../dropdown-menu.tsx'
import { IconButton } from '../icon-button.tsx'

/** Zoom-out button and menu of a chart card. */
export function CardMenu(props: {
  label: string
  onZoomOut: (() => void) | undefined
  onCsv: () => void
  onPicture: () => void
  onData: () => void
  /** undefined if already expanded */
  onExpand: (() => void) | undefined
}): ReactNode {
  const { label, onZoomOut, onCsv, onPicture, onData, onExpand } = props
  const t = useT('sdk')
  const menu = useRef<HTMLButtonElement>(null)
  return (
    <div className="-my-1 -mr-2 ml-auto flex shrink-0">
      {onZoomOut && <ZoomOutButton onClick={onZoomOut} next={menu} />}
      <DropdownMenu
        trigger={
          <button
            ref={menu}
            type="button"
            aria-label={t('chart.menu', { label })}
            className="inline-grid size-7 place-items-center rounded-md text-faint hover:bg-accent-soft hover:text-ink"
          >
            <EllipsisVertical className="size-4" aria-hidden />
          </button>
        }
      >
        {onExpand && (
          <MenuItem icon={Maximize2} onSelect={onExpand}>
            {t('chart.expand')}
          </MenuItem>
        )}
        <MenuItem icon={Table2} onSelect={onData}>
          {t('chart.data')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Download} onSelect={onCsv}>
          {t('chart.csv')}
        </MenuItem>
        <MenuItem icon={Image} onSelect={onPicture}>
          {t('chart.png')}
        </MenuItem>
      </DropdownMenu>
    </div>
  )
}

/** Moves the focus to the menu when it unmounts. */
function ZoomOutButton({ onClick, next }: { onClick: () => void; next: RefObject<HTMLButtonElement | null> }) {
  const t = useT('sdk')
  const own = useRef<HTMLButtonElement>(null)
  useFocusHandoff(own, next)
  return (
    <IconButton ref={own} label={t('chart.zoomOut')} size="sm" onClick={onClick}>
      <ZoomOut aria-hidden />
    </IconButton>
  )
}
