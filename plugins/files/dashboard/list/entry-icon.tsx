import { cn } from '@svc/dashboard-sdk'
import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileSymlink,
  FileText,
  Folder,
  Lock,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileEntry } from '../../src/wire.ts'

const kinds: readonly (readonly [RegExp, LucideIcon])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i, FileImage],
  [/\.(?:zip|tar|gz|tgz|bz2|xz|zst|7z|rar|jar|deb|rpm)$/i, FileArchive],
  [/\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|c|cc|cpp|h|php|sh|bash|html?|css|json|ya?ml|toml|xml|sql|lua)$/i, FileCode],
  [/\.(?:txt|md|log|csv|conf|cfg|ini|pdf)$/i, FileText],
]

function iconOf({ name, file_type, denied }: FileEntry): LucideIcon {
  if (denied) return Lock
  if (file_type === 'Directory') return Folder
  if (file_type === 'Symlink') return FileSymlink
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? File
}

/** The icon of an entry by its kind. */
export function EntryIcon({ entry, className }: { entry: FileEntry; className?: string }): ReactNode {
  const Icon = iconOf(entry)
  const isFolder = entry.file_type === 'Directory' && !entry.denied
  return (
    <Icon
      aria-hidden
      className={cn('size-4 shrink-0', isFolder ? 'fill-accent/20 text-accent' : 'text-faint', className)}
    />
  )
}
