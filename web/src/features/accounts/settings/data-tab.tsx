import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportAccount } from '@/api/generated/sdk.gen'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { showToast } from '@/ui/toast-store'
import { DeleteAccount, type DeleteAccountProps } from './delete-account'

const FILE_NAME = 'tukio-mes-donnees.json'

export function DataTab(props: DeleteAccountProps) {
  return (
    <>
      <FormCard
        title="Télécharger mes données"
        lead="Tout ce que Tukio sait de vous, dans un fichier que d'autres programmes peuvent lire (JSON)."
      >
        <DownloadButton />
      </FormCard>
      <FormCard
        title="Supprimer mon compte"
        lead="Les conséquences vous sont dites d'abord ; rien n'est supprimé sans votre mot de passe."
      >
        <DeleteAccount {...props} />
      </FormCard>
    </>
  )
}

function DownloadButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // As it comes: the file is for the person, not for us to read.
      const { response } = await exportAccount({ parseAs: 'stream', throwOnError: true })
      saveFile(await response.blob(), fileName(response.headers.get('Content-Disposition')))
    },
    onSuccess: () => showToast('success', 'Vos données sont téléchargées.', 5000),
  })

  return (
    <Button
      variant="outline"
      size="lg"
      busy={isPending}
      onClick={() => mutate()}
      className="justify-self-start max-sm:w-full"
    >
      {!isPending && <Download className="size-5" aria-hidden="true" />}
      Télécharger
    </Button>
  )
}

/** The server names the file; from another origin its word may not be readable. */
function fileName(disposition: string | null): string {
  return disposition?.match(/filename="([^"]+)"/)?.[1] ?? FILE_NAME
}
