//! Files, folders and what columns may be.

use super::*;

const FIELDS: &str = "required int32 a; optional binary b (UTF8);";

fn columns(from: i32, to: i32) -> [Raw; 2] {
    let text = |i: i32| (i % 5 != 0).then(|| format!("t{}", i % 7).into_bytes());
    [
        Raw::Int32((from..to).map(|i| Some(i % 11)).collect()),
        Raw::Bytes((from..to).map(text).collect()),
    ]
}

#[test]
fn any_split_into_files_and_groups_is_the_same_table() {
    let (folder, path) = temporary();
    write_raw(&path, FIELDS, &columns(0, 60), 60);
    let whole = read_one(&path).unwrap();
    assert_eq!((whole.format, whole.table.rows), (FileFormat::Parquet, 60));
    std::fs::remove_file(&path).unwrap();
    for (cuts, group_rows) in [
        (vec![0, 60], 7),
        (vec![0, 1, 60], 60),
        (vec![0, 20, 20, 59, 60], 4),
    ] {
        let parts = folder.path().join("parts");
        std::fs::create_dir(&parts).unwrap();
        for (i, cut) in cuts.windows(2).enumerate() {
            write_raw(
                &parts.join(format!("part-{i}.parquet")),
                FIELDS,
                &columns(cut[0], cut[1]),
                group_rows,
            );
        }
        for name in ["_SUCCESS", ".part-0.crc", "_old.parquet"] {
            std::fs::write(parts.join(name), "x").unwrap();
        }
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let input = pool.install(|| read(std::slice::from_ref(&parts))).unwrap();
            assert_eq!(rows(&input.table), rows(&whole.table));
            for (x, y) in input.table.columns.iter().zip(&whole.table.columns) {
                assert_eq!(x.codes, y.codes, "codes are in the order of first sight");
            }
            assert_eq!(
                input.left_out,
                ["_old.parquet"],
                "notes of other programs are no news, a table is"
            );
        }
        std::fs::remove_dir_all(&parts).unwrap();
    }
}

#[test]
fn columns_are_matched_by_name() {
    let (folder, path) = temporary();
    write_raw(&path, FIELDS, &columns(0, 5), 9);
    let other = folder.path().join("other.parquet");
    let [a, b] = columns(5, 9);
    write_raw(
        &other,
        "optional binary b (UTF8); optional int32 a;",
        &[b.clone(), a.clone()],
        9,
    );
    let input = read(&[path.clone(), other.clone()]).unwrap();
    assert_eq!(input.names, ["a", "b"]);
    let joined = path.with_file_name("joined.parquet");
    write_raw(&joined, FIELDS, &columns(0, 9), 9);
    assert_eq!(rows(&input.table), rows(&read_one(&joined).unwrap().table));
    assert!(
        input.type_of("a").unwrap().is_optional(),
        "one of the files allows nulls"
    );
    write_raw(
        &other,
        "optional binary b (UTF8); optional int64 a;",
        &[b.clone(), Raw::Int64(vec![Some(1); 4])],
        9,
    );
    assert!(
        read(&[path.clone(), other.clone()])
            .unwrap()
            .type_of("a")
            .is_none(),
        "the files do not agree"
    );
    write_raw(
        &other,
        "optional binary b (UTF8); optional int32 c;",
        &[b, a],
        9,
    );
    let e = read(&[path.clone(), other]).unwrap_err();
    assert!(
        e.message()
            .contains("other.parquet: the columns are not those of `"),
        "{e}"
    );
    assert!(
        e.message()
            .ends_with("table.parquet`: it lacks `a`, it has `c` besides"),
        "{e}"
    );
}

#[test]
fn lists_are_refused_by_name_unless_they_are_dispensable_or_not_kept() {
    let (_folder, path) = temporary();
    let schema = Arc::new(
        parse_message_type("message t { optional group many (LIST) { repeated group list { optional int32 element; } } required int32 a; optional group s { required int32 x; required int32 y; } required binary photo; }").unwrap(),
    );
    let file = std::fs::File::create(&path).unwrap();
    let mut writer =
        SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))
            .unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut number = 0;
    while let Some(mut column) = group.next_column().unwrap() {
        let written = match number {
            0 => column.typed::<Int32Type>().write_batch(
                &[1, 2, 3],
                Some(&[3, 3, 3]),
                Some(&[0, 1, 0]),
            ),
            1 => column.typed::<Int32Type>().write_batch(&[7, 8], None, None),
            4 => column.typed::<ByteArrayType>().write_batch(
                &[vec![0xffu8].into(), vec![0xfeu8].into()],
                None,
                None,
            ),
            _ => column
                .typed::<Int32Type>()
                .write_batch(&[5, 6], Some(&[1, 1]), None),
        };
        written.unwrap();
        column.close().unwrap();
        number += 1;
    }
    group.close().unwrap();
    writer.close().unwrap();

    let e = read_one(&path).unwrap_err();
    assert!(
        e.message().ends_with(
            "column `many` is a list, a map or a structure; a table has one value per cell"
        ),
        "{e}"
    );
    let only_a = |names: &[String]| Ok(names.iter().map(|n| n == "a").collect());
    let input = read_tables(
        std::slice::from_ref(&path),
        &ReadOptions::default(),
        &only_a,
        &Quiet,
    )
    .unwrap();
    assert_eq!(
        (texts(&input, 0), input.names.len()),
        (vec!["7".to_owned(), "8".to_owned()], 4)
    );
    let options = ReadOptions {
        dispensable: ["many", "s", "photo"].map(str::to_owned).to_vec(),
        ..ReadOptions::default()
    };
    let input = read_tables(
        &[path],
        &options,
        &|names| Ok(vec![true; names.len()]),
        &Quiet,
    )
    .unwrap();
    assert_eq!(
        input
            .table
            .columns
            .iter()
            .map(|c| c.name.as_str())
            .collect::<Vec<_>>(),
        ["a"]
    );
}

#[test]
fn formats_are_told_by_content_and_not_mixed() {
    let (folder, path) = temporary();
    write_raw(&path, FIELDS, &columns(0, 5), 9);
    let odd = folder.path().join("odd.csv");
    std::fs::rename(&path, &odd).unwrap();
    assert_eq!(read_one(&odd).unwrap().format, FileFormat::Parquet);
    let text = folder.path().join("text.csv");
    std::fs::write(&text, "a,b\n1,x\n").unwrap();
    assert_eq!(read_one(&text).unwrap().format, FileFormat::Csv);
    let e = read(&[folder.path().to_owned()]).unwrap_err();
    assert!(
        e.message().contains("is Parquet")
            && e.message().contains("is CSV; a table has one format"),
        "{e}"
    );
    let asked = |format| {
        read_tables(
            std::slice::from_ref(&text),
            &ReadOptions {
                format,
                ..ReadOptions::default()
            },
            &|n| Ok(vec![true; n.len()]),
            &Quiet,
        )
    };
    assert!(asked(Some(FileFormat::Csv)).is_ok());
    assert!(
        asked(Some(FileFormat::Parquet))
            .unwrap_err()
            .message()
            .ends_with("not a Parquet file: it does not begin with `PAR1`")
    );
}

#[test]
fn a_table_without_rows_is_an_error_and_an_empty_part_is_not() {
    let (folder, path) = temporary();
    write_raw(&path, FIELDS, &columns(0, 0), 9);
    assert!(
        read_one(&path)
            .unwrap_err()
            .message()
            .ends_with("the file has a header but no rows")
    );
    let full = folder.path().join("b.parquet");
    write_raw(&full, FIELDS, &columns(0, 3), 9);
    assert_eq!(read(&[path, full]).unwrap().table.rows, 3);
}
