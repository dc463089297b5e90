import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";

interface Props extends Pick<ComponentProps<typeof Button>, "tone" | "children"> {
  /** The kinds of files that are offered, as an input has them. */
  readonly accept: string;
  /** Whether it cannot be pressed now. */
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that asks for a file of the viewer's device. */
export function FileButton({ accept, busy, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} aria-disabled={busy} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          currentTarget.value = ""; // the same file can be chosen again
        }}
      />
    </>
  );
}
