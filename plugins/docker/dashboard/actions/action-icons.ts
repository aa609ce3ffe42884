import { CirclePause, CirclePlay, type LucideIcon, Play, RotateCw, Square, Trash2, Zap } from 'lucide-react'
import type { ActionName } from './actions.ts'

export const actionIcons: Readonly<Record<ActionName, LucideIcon>> = {
  ...{ start: Play, restart: RotateCw, stop: Square, pause: CirclePause, unpause: CirclePlay },
  ...{ kill: Zap, remove: Trash2 },
}
