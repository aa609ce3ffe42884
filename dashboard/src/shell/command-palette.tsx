import { paletteSources, Slot } from '@svc/dashboard-sdk'
import { Palette } from '@svc/dashboard-sdk/host'
import type { ReactNode } from 'react'

/** The command palette with the sources of all running plugins. */
export default function CommandPalette(props: { open: boolean; onOpenChange: (open: boolean) => void }): ReactNode {
  return <Palette {...props}>{(query) => <Slot of={paletteSources} query={query} pending={null} />}</Palette>
}
