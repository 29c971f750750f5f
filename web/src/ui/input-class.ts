// Apart from field.tsx: pages with a bare input shouldn't carry all that a form's fields need.

export const inputClass =
  'w-full min-h-12 rounded-xl border border-line-strong bg-card px-3.5 text-base text-ink transition-colors hover:border-malachite aria-invalid:border-danger disabled:opacity-60'
