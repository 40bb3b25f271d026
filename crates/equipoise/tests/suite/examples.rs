//! The example programs run to their end.

#[path = "../../examples/ask_atlas.rs"]
mod ask_atlas;
#[path = "../../examples/file_to_file.rs"]
mod file_to_file;
#[path = "../../examples/in_memory.rs"]
mod in_memory;

#[test]
fn examples_run() {
    file_to_file::main().unwrap();
    in_memory::main().unwrap();
    ask_atlas::main().unwrap();
}
