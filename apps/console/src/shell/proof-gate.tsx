import { type ComponentType, useEffect, useState } from 'react';
import { loadWords } from '../i18n/words.ts';
import { settleProof, useIsProofAsked } from '../proof.ts';

/** Shows the question for a proof whenever an act needs one, over whatever is open. */
export function ProofGate() {
  const isAsked = useIsProofAsked();
  const [Dialog, setDialog] = useState<ComponentType>();
  useEffect(() => {
    if (!isAsked || Dialog) return;
    Promise.all([import('../session/proof-dialog.tsx'), loadWords(['session'])]).then(
      ([{ ProofDialog }]) => setDialog(() => ProofDialog),
      () => settleProof(false),
    );
  }, [isAsked, Dialog]);
  return isAsked && Dialog ? <Dialog /> : null;
}
