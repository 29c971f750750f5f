// The list as a file, as it is filtered: it may be long, so how much of it is here is told while it comes.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { type AttendeeFilters, attendeesFileMutation, type FileFormat } from './queries'

const FORMATS: readonly { format: FileFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
]

export function ExportButtons({ eventId, filters }: { eventId: number; filters: AttendeeFilters }) {
  const [received, setReceived] = useState(0)
  const file = useMutation(attendeesFileMutation(eventId, filters, setReceived))
  const loading = file.isPending ? file.variables : undefined

  function fetchFile(format: FileFormat) {
    setReceived(0)
    file.mutate(format)
  }

  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2">
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            variant="outline"
            busy={loading === format}
            aria-disabled={loading !== undefined}
            aria-label={`Exporter en ${label}`}
            onClick={() => fetchFile(format)}
          >
            {loading !== format && <Download className="size-4.5" aria-hidden="true" />}
            {label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {loading && `Fichier en cours : ${sizeWords(received)} reçus`}
        {file.isSuccess && 'Le fichier est enregistré.'}
      </p>
      {file.error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problemWords(file.error)}
        </p>
      )}
    </div>
  )
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} ko`
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} Mo`
}

function problemWords(error: Error): string {
  return error instanceof ApiError && error.status > 0
    ? "Le fichier n'a pas pu être préparé. Réessayez dans un instant."
    : "Pas de réseau : le fichier n'a pas pu être téléchargé."
}
