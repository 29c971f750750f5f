// The end of an account: what it brings about is said first, then the password is asked.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { deleteAccount, previewAccountDeletion } from '@/api/generated/sdk.gen'
import { PRIVATE } from '@/lib/private-answers'
import { accountKeys } from '@/lib/query-keys/accounts'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { showToast } from '@/ui/toast-store'
import { forgetSession } from '../auth-store'
import { PasswordField, PasswordOwner } from '../password-field'
import { type DeleteAccountValues, deleteAccountSchema } from './schemas'

/** Asked anew at every opening: a ticket may have been sold meanwhile. */
function deletionQuery() {
  return queryOptions({
    queryKey: accountKeys.deletion,
    queryFn: async ({ signal }) => {
      const { data } = await previewAccountDeletion({ signal, throwOnError: true })
      return data
    },
    gcTime: 0,
    meta: PRIVATE,
  })
}

export type DeleteAccountProps = { username: string; onDeleted: () => void }

export function DeleteAccount(props: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        onClick={() => setOpen(true)}
        className="justify-self-start text-danger max-sm:w-full"
      >
        Supprimer mon compte
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Supprimer votre compte ?">
        {open && <Deletion {...props} onCancel={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

type DeletionProps = DeleteAccountProps & { onCancel: () => void }

function Deletion(props: DeletionProps) {
  const { data, isError, isFetching, refetch } = useQuery(deletionQuery())
  if (isError && !data) {
    return <ErrorState title="Les conséquences n'ont pas pu être lues." onRetry={refetch} busy={isFetching} />
  }
  if (!data) {
    return (
      <>
        <LoadingStatus />
        <Skeleton className="h-40 rounded-2xl" />
      </>
    )
  }
  return (
    <>
      <ul className="grid list-disc gap-2 pl-5">
        {data.consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {data.allowed ? (
        <DeletionForm {...props} />
      ) : (
        <Button size="lg" onClick={props.onCancel}>
          Garder mon compte
        </Button>
      )}
    </>
  )
}

function DeletionForm({ username, onCancel, onDeleted }: DeletionProps) {
  const form = useForm({ resolver: valibotResolver(deleteAccountSchema) })
  const { errors, isSubmitting } = form.formState

  const end = useMutation({
    mutationFn: (body: DeleteAccountValues) => deleteAccount({ body, throwOnError: true }),
    onSuccess: () => {
      forgetSession()
      onDeleted()
      showToast('success', 'Votre compte est supprimé.', 5000)
    },
  })
  const { submit, general } = useFormSending({ form, fieldNames: ['password'], send: end.mutateAsync })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <FormAlert message={general} />
      <PasswordOwner username={username} />
      <PasswordField
        {...form.register('password')}
        label="Votre mot de passe"
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      <div className="grid gap-2">
        <Button size="lg" variant="outline" onClick={onCancel}>
          Garder mon compte
        </Button>
        <Button type="submit" size="lg" variant="danger" busy={isSubmitting}>
          Supprimer définitivement
        </Button>
      </div>
    </form>
  )
}
